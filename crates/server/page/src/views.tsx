// The table of views: which address shows what.
import type { ComponentType } from 'preact';
import { NotFound } from './shell/not_found.tsx';
import type { Parameters } from './routes.ts';
import { TaskView } from './task/view.tsx';

/** What a view gets. */
export interface ViewProps {
  parameters: Parameters;
}

/** A view and the addresses that show it. */
export interface View {
  pattern: string;
  show: ComponentType<ViewProps>;
}

/** All views; the first pattern that fits wins. */
export const views: readonly View[] = [
  { pattern: '/', show: NotFound },
  { pattern: '/tasks/:folder/:name', show: TaskView },
];
