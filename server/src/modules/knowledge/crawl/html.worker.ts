import { parentPort, workerData } from 'node:worker_threads';
import { htmlToMarkdown } from './html.ts';

const { html, url } = workerData;
parentPort?.postMessage(htmlToMarkdown(String(html), String(url)));
