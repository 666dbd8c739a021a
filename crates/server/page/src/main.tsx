// Starts the page.
import { render } from 'preact';
import { learnAbout } from './about.ts';
import { followAlerts } from './alerts.ts';
import { App } from './app.tsx';
import { followFeed } from './feed.ts';
import { followKeys } from './keys.ts';
import { followLinks } from './router.ts';
import { applySettings } from './settings.ts';
import { showUnseen } from './visible_text.ts';
import './styles/index.css';

showUnseen();
applySettings();
learnAbout();
followLinks();
followKeys();
followFeed();
followAlerts();
const root = document.getElementById('page');
if (root) render(<App />, root);
