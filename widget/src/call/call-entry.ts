/** The file `widget-call.js`, which the widget loads when the visitor calls. */
export { startCall } from '../../../sdk/web/src/web.ts';
