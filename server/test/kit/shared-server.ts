import { sharedInFolder } from './left-running.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/**
 * One server shared by the files of a folder with the same environment, within a worker. Each test creates its own
 * account. No test stops it.
 */
export const sharedServer: (environment?: Record<string, string>) => Promise<TestServer> = sharedInFolder(
  async (environment: Record<string, string> = {}) => {
    const server = await startTestServer({ environment });
    return { value: server, end: server.stop };
  },
);
