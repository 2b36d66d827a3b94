/** `npm run build`: builds what browsers load, where its sources changed, and runs nothing. */
import { buildInProject } from './bootstrap/bootstrap.js';

await buildInProject();
