// Keeps a view that fails from taking the frame with it: what goes on now, and stop, stay in reach.
import { Component, type ComponentChildren } from 'preact';
import { sentence } from '../store.ts';
import { t } from '../words.ts';
import { Notice } from './notice.tsx';

/** Shows the view, or a sentence about its failure and the way to try again. */
export class Boundary extends Component<{ children: ComponentChildren }, { says: string | null }> {
  override state = { says: null };

  override componentDidCatch(error: unknown): void {
    this.setState({ says: sentence(error) });
  }

  override render() {
    const { says } = this.state;
    if (says === null) return <>{this.props.children}</>;
    return (
      <Notice tone="problem">
        <p>{t('view_failed', { says })}</p>
        <button type="button" onClick={() => this.setState({ says: null })}>{t('retry')}</button>
      </Notice>
    );
  }
}
