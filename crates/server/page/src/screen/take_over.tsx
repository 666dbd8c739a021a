// The desktop under a person's hands: pointer and keyboard go to it while this viewer holds it.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Size } from '../api.ts';
import { t } from '../words.ts';
import { buttonOf, chordOf, leaves, LoneModifier, makesText, type Modified, nearestOnDesktop, onDesktop, PointerModifiers, pressOf, UNMODIFIED, Wheel } from './input.ts';
import { LONGEST_TEXT, type ScreenLink } from './link.ts';

/** Lies over the picture and takes the input; its text field composes letters. */
export function Hands({ link, size, leave, tooLong }: { link: ScreenLink; size: Size; leave: () => void; tooLong: () => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const modifier = useMemo(() => new LoneModifier(), [link]);
  const wheel = useMemo(() => new Wheel(), [link]);
  const modifiers = useMemo(() => new PointerModifiers(), [link]);
  useEffect(() => field.current?.focus({ preventScroll: true }), [link]);
  const at = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    return onDesktop({ x: event.clientX, y: event.clientY }, box, size);
  };
  const hold = (modified: Modified) => {
    const keys = modifiers.hold(modified);
    if (keys) link.send({ hold: keys });
  };
  const type = () => {
    const text = field.current?.value ?? '';
    if (field.current) field.current.value = '';
    if (text.length > LONGEST_TEXT) tooLong();
    else if (text) link.send({ text });
  };
  const down = (event: KeyboardEvent) => {
    const press = pressOf(event);
    modifier.down(press.key);
    if (leaves(press)) {
      event.preventDefault();
      return leave();
    }
    // What the person copied elsewhere arrives in the text field; the shortcut follows it.
    if (makesText(press) || isPaste(press)) return undefined;
    const keys = chordOf(press);
    event.stopPropagation();
    if (keys === null) return undefined;
    event.preventDefault();
    link.send({ keys });
    if (isCopy(press)) setTimeout(() => link.send({ copy: {} }), AFTER_COPY);
    return undefined;
  };
  const up = (event: KeyboardEvent) => {
    const keys = modifier.up(event.key);
    if (!keys) return;
    event.preventDefault();
    link.send({ keys });
  };
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length > LONGEST_TEXT) return tooLong();
    if (text) link.send({ paste: text });
    return link.send({ keys: 'Ctrl+V' });
  };
  const press = (event: PointerEvent) => {
    event.preventDefault();
    modifier.interrupt();
    field.current?.focus({ preventScroll: true });
    const [point, button] = [at(event), buttonOf(event.button)];
    if (!point || !button) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    hold(event);
    link.send({ press: { button, ...point } });
  };
  const move = (event: PointerEvent) => {
    const point = at(event);
    // A key that is pressed while something is dragged changes what becomes of it.
    if (event.buttons !== 0) hold(event);
    if (point) link.send({ move: point });
  };
  const release = (event: PointerEvent) => {
    const button = buttonOf(event.button);
    const box = (event.currentTarget as Element).getBoundingClientRect();
    if (button) link.send({ release: { button, ...nearestOnDesktop({ x: event.clientX, y: event.clientY }, box, size) } });
    if (event.buttons === 0) hold(UNMODIFIED);
  };
  const turn = (event: WheelEvent) => {
    event.preventDefault();
    modifier.interrupt();
    const [point, notches] = [at(event), wheel.turned(event)];
    if (!point || !notches) return;
    hold(event);
    link.send({ wheel: { ...point, ...notches } });
    if (event.buttons === 0) hold(UNMODIFIED);
  };
  return (
    <div
      class="hands"
      data-keys="own"
      onPointerDown={press}
      onPointerUp={release}
      onPointerMove={move}
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
        onKeyUp={up}
        onInput={(event) => !(event as InputEvent).isComposing && type()}
        onCompositionEnd={type}
        onPaste={paste}
      />
    </div>
  );
}

/** An application needs a moment to put what it copies on the clipboard. */
const AFTER_COPY = 250;
const isPaste = (press: { ctrlKey: boolean; metaKey: boolean; key: string }) => (press.ctrlKey || press.metaKey) && press.key.toLowerCase() === 'v';
const isCopy = (press: { ctrlKey: boolean; key: string }) => press.ctrlKey && ['c', 'x'].includes(press.key.toLowerCase());
