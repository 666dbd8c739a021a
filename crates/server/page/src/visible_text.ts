// Makes characters visible that would change how the text around them looks: a log's texts come from anybody.
import { options, type VNode } from 'preact';

/** Controls but line feeds and tabs, marks that turn or hide what follows, and blanks without a width. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u202a-\u202e\u2060-\u2069\ufeff]/g;
const CONTROL_PICTURES = 0x2400;

/** The text with every such character as a picture or a number. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (it) => {
    const code = it.charCodeAt(0);
    if (it === '\r') return '';
    return code < 0x20 ? String.fromCharCode(CONTROL_PICTURES + code) : `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
  });
}

const TEXTS = ['title', 'alt', 'placeholder', 'aria-label', 'aria-description'];

/** Applies it to every text of every element from now on, so that no view can forget it. Values of fields stay as they are. */
export function showUnseen(): void {
  const before = options.vnode;
  options.vnode = (node) => {
    if (typeof node.type === 'string') clean(node as VNode<Record<string, unknown>>);
    before?.(node);
  };
}

function clean({ type, props }: VNode<Record<string, unknown>>): void {
  for (const name of TEXTS) if (typeof props[name] === 'string') props[name] = visible(props[name]);
  if (type !== 'textarea') props.children = cleaned(props.children) as typeof props.children;
}

function cleaned(children: unknown): unknown {
  if (typeof children === 'string') return visible(children);
  return Array.isArray(children) ? children.map(cleaned) : children;
}
