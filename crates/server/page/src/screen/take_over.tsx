// The desktop under a person's hands: pointer and keyboard go to it while this viewer holds it.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ScreenOrder, Size } from '../api.ts';
import { t } from '../words.ts';
import { buttonOf, Keyboard, leaves, onDesktop, pressOf, Wheel } from './input.ts';
import { LONGEST_TEXT, type ScreenLink } from './link.ts';

/** Lies over the picture and takes the input; its text field composes letters. */
export function Hands({ link, size, leave, tooLong }: { link: ScreenLink; size: Size; leave: () => void; tooLong: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const keyboard = useMemo(() => new Keyboard(), [link]);
  const wheel = useMemo(() => new Wheel(), [link]);
  const send = (orders: readonly ScreenOrder[]) => orders.forEach((it) => link.send(it));
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    return () => send(keyboard.release());
  }, [link]);
  const at = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return onDesktop({ x: event.clientX, y: event.clientY }, box, size);
  };
  const type = () => {
    const text = field.current?.value ?? '';
    if (field.current) field.current.value = '';
    if (text.length > LONGEST_TEXT) tooLong();
    else if (text) send([...keyboard.hold({ ctrlKey: false, altKey: false, metaKey: false, shiftKey: false }), { text }]);
  };
  const down = (event: KeyboardEvent) => {
    const press = pressOf(event);
    if (leaves(press)) {
      event.preventDefault();
      send(keyboard.release());
      return leave();
    }
    // What the person copied elsewhere arrives in the text field; the shortcut follows it.
    if (isPaste(press)) return undefined;
    const orders = keyboard.down(press);
    if (orders === null) return undefined;
    event.preventDefault();
    event.stopPropagation();
    send(orders);
    if (isCopy(press)) setTimeout(() => link.send({ copy: {} }), AFTER_COPY);
    return undefined;
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length > LONGEST_TEXT) return tooLong();
    if (text) send([{ paste: text }]);
    return send(PASTE);
  };
  const press = (event: PointerEvent) => {
    event.preventDefault();
    field.current?.focus({ preventScroll: true });
    const [point, button] = [at(event), buttonOf(event.button)];
    if (!point || !button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    send([...keyboard.hold(event), { press: { button, ...point } }]);
  };
  const release = (event: PointerEvent) => {
    const [point, button] = [at(event), buttonOf(event.button)];
    if (point && button) send([{ release: { button, ...point } }]);
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    const [point, notches] = [at(event), wheel.turned(event)];
    if (point && notches) send([{ wheel: { ...point, ...notches } }]);
  };
  return (
    <div
      class="hands"
      data-keys="own"
      onPointerDown={press}
      onPointerUp={release}
      onPointerMove={(event: PointerEvent) => {
        const point = at(event);
        if (point) link.send({ move: point });
      }}
      onWheel={turn}
      onContextMenu={(event: Event) => event.preventDefault()}
    >
      <textarea
        ref={field}
        aria-label={t('desktop_field')}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onKeyDown={down}
        onKeyUp={(event) => send(keyboard.up(pressOf(event)))}
        onInput={(event) => !(event as InputEvent).isComposing && type()}
        onCompositionEnd={type}
        onPaste={paste}
        onBlur={() => send(keyboard.release())}
      />
    </div>
  );
}

/** An application needs a moment to put what it copies on the clipboard. */
const AFTER_COPY = 250;
const PASTE: readonly ScreenOrder[] = [
  { key: { key: 'Control', down: true } },
  { key: { key: 'v', down: true } },
  { key: { key: 'v', down: false } },
  { key: { key: 'Control', down: false } },
];
const isPaste = (press: { ctrlKey: boolean; metaKey: boolean; key: string }) => (press.ctrlKey || press.metaKey) && press.key.toLowerCase() === 'v';
const isCopy = (press: { ctrlKey: boolean; key: string }) => press.ctrlKey && ['c', 'x'].includes(press.key.toLowerCase());
