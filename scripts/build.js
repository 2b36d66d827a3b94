/** `npm run build`: builds the console and the widget if their sources changed, and runs nothing. */
import { buildInProject } from './bootstrap/bootstrap.js';

await buildInProject();
