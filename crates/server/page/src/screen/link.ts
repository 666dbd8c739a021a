// The connection to one task's screen: frames are drawn on a canvas, orders are sent, and it connects again by itself.
import { taskPath, type DropReason, type Holder, type ScreenNews, type ScreenOrder, type Size, type TaskPlace } from '../api.ts';
import { Store } from '../store.ts';
import { waitBefore } from '../streams.ts';
import { frameOf, type Frame } from './frames.ts';

/** What a viewer is shown besides the picture. */
export interface ScreenStatus {
  is: 'connecting' | 'here' | 'lost' | 'over';
  /** Whether a picture was drawn. */
  drawn: boolean;
  /** The desktop's own size: positions of input are in its pixels. */
  size: Size | null;
  holder: Holder | null;
  /** Why the last input was dropped; `null` once some is taken. */
  dropped: DropReason | null;
  /** What is on the desktop's clipboard, once it was asked for; `text` is `null` where it holds none. */
  clipboard: { text: string | null } | null;
}

const EMPTY: ScreenStatus = { is: 'connecting', drawn: false, size: null, holder: null, dropped: null, clipboard: null };

/** The largest text that fits a message of 64 KiB, however many bytes its letters take. */
export const LONGEST_TEXT = 16_000;

/** A connection that lasts until it is closed. */
export class ScreenLink {
  readonly status = new Store<ScreenStatus>(EMPTY);
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #closed = false;
  #drawing: Promise<void> = Promise.resolve();
  #look: { width: number; per_second: number };

  constructor(
    private readonly place: TaskPlace,
    private readonly canvas: HTMLCanvasElement,
    look: { width: number; per_second: number },
  ) {
    this.#look = look;
    this.#open();
  }

  /** How wide pictures are to be, and how often they may come. */
  look(look: { width: number; per_second: number }): void {
    if (look.width === this.#look.width && look.per_second === this.#look.per_second) return;
    this.#look = look;
    this.send({ look });
  }

  /** Sends an order; it is lost where there is no connection, as nobody wants old input done later. */
  send(order: ScreenOrder): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(order));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    const socket = new WebSocket(`ws://${location.host}${taskPath(this.place)}/screen`);
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => {
      this.#failures = 0;
      this.#change({ is: 'here' });
      this.send({ look: this.#look });
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (typeof data === 'string') this.#hear(JSON.parse(data) as ScreenNews);
      else this.#show(data);
    };
    socket.onclose = () => {
      if (this.#closed || this.status.get().is === 'over') return;
      this.#failures += 1;
      this.#change({ is: 'lost' });
      this.#timer = setTimeout(() => this.#open(), waitBefore(this.#failures));
    };
    this.#socket = socket;
  }

  #hear(news: ScreenNews): void {
    if ('screen' in news) this.#change({ size: news.screen });
    else if ('holder' in news) this.#change({ holder: news.holder, dropped: null });
    else if ('dropped' in news) this.#change({ dropped: news.dropped.why });
    else if ('clipboard' in news) this.#change({ clipboard: { text: news.clipboard } });
    else this.#change({ is: 'over' });
  }

  /** Frames are drawn one after the other: a part of a later one may lie over a part of an earlier one. */
  #show(bytes: ArrayBuffer): void {
    const frame = frameOf(bytes);
    if (!frame) return;
    this.#drawing = this.#drawing.then(() => this.#draw(frame)).catch(() => undefined);
  }

  async #draw(frame: Frame): Promise<void> {
    const { canvas } = this;
    const picture = await createImageBitmap(new Blob([frame.picture], { type: frame.type })).catch(() => null);
    if (picture && !this.#closed) {
      if (canvas.width !== frame.screen.width || canvas.height !== frame.screen.height) {
        canvas.width = frame.screen.width;
        canvas.height = frame.screen.height;
      }
      canvas.getContext('2d')?.drawImage(picture, frame.at.x, frame.at.y, frame.at.width, frame.at.height);
      this.#change({ drawn: true });
    }
    picture?.close();
    // What cannot be shown is done with as well: the task sends no more than is drawn.
    if (!this.#closed) this.send({ drawn: { frame: frame.number } });
  }

  #change(changes: Partial<ScreenStatus>): void {
    const before = this.status.get();
    const after = { ...before, ...changes };
    const same = (Object.keys(changes) as (keyof ScreenStatus)[]).every((it) => Object.is(before[it], after[it]));
    if (!same) this.status.set(after);
  }
}
