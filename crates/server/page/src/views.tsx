// The table of views: which address shows what.
import type { ComponentType } from 'preact';
import type { Parameters } from './routes.ts';
import { ApprovalsView } from './lists/approvals.tsx';
import { BatchesView } from './lists/batches.tsx';
import { DataflowsView } from './lists/dataflows.tsx';
import { TasksView } from './lists/tasks.tsx';
import { QuestionsView } from './questions/view.tsx';
import { DesktopView } from './screen/view.tsx';
import { StartView } from './start/view.tsx';
import { CompareView } from './task/compare.tsx';
import { TaskView } from './task/view.tsx';
import { WallView } from './wall/view.tsx';
import { WorksView } from './works/view.tsx';

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
  { pattern: '/', show: WallView },
  { pattern: '/start', show: StartView },
  { pattern: '/questions', show: QuestionsView },
  { pattern: '/tasks', show: TasksView },
  { pattern: '/batches', show: BatchesView },
  { pattern: '/dataflow', show: DataflowsView },
  { pattern: '/approvals', show: ApprovalsView },
  { pattern: '/works', show: WorksView },
  { pattern: '/tasks/:folder/:name', show: TaskView },
  { pattern: '/compare', show: CompareView },
  { pattern: '/tasks/:folder/:name/desktop', show: DesktopView },
];
