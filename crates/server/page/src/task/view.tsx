// The trajectory of one task.
import type { ViewProps } from '../views.tsx';

/** The view of `/tasks/F/T`. */
export function TaskView({ parameters }: ViewProps) {
  return <h1>{parameters['name']}</h1>;
}
