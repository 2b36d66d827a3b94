import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  ICredentialType,
  IDataObject,
  INodeExecutionData,
  INodeListSearchResult,
  INodeProperties,
  INodeType,
} from '../../../sdk/n8n/api/n8n-types.ts';
import { emptyFolder } from './sample-program.ts';

/** The classes of n8n's own package that the nodes use. */
const N8N_WORKFLOW = `
class NodeApiError extends Error {
  constructor(node, error, options = {}) {
    if (error instanceof NodeApiError) return error;
    super(options.message ?? error.message);
    Object.assign(this, { description: options.description, httpCode: options.httpCode, context: { itemIndex: options.itemIndex } });
  }
}
module.exports = { NodeApiError, NodeOperationError: class extends Error {}, NodeConnectionTypes: { Main: 'main' } };
`;

/** The packed package, installed without a network, and loaded as n8n loads it: each class by the name of its file. */
export interface InstalledNodes {
  folder: string;
  nodes: Record<string, INodeType>;
  credentials: Record<string, ICredentialType>;
}

export function installNodes(): InstalledNodes {
  const source = fileURLToPath(new URL('../../../sdk/n8n/', import.meta.url));
  const folder = emptyFolder();
  const env = {
    PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH']}`,
    HOME: folder,
    npm_config_cache: path.join(folder, 'npm-cache'),
  };
  const npm = (...words: string[]): string =>
    execFileSync('npm', words, { cwd: folder, env, encoding: 'utf8' });
  const packed = npm('pack', source, '--pack-destination', folder, '--silent').trim();
  npm('install', '--offline', '--legacy-peer-deps', `./${packed.split('\n').at(-1)}`);
  mkdirSync(path.join(folder, 'node_modules/n8n-workflow'));
  writeFileSync(path.join(folder, 'node_modules/n8n-workflow/index.js'), N8N_WORKFLOW);
  const installed = path.join(folder, 'node_modules/n8n-nodes-parley');
  const { n8n } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  return {
    folder: installed,
    nodes: loadClasses(installed, n8n.nodes),
    credentials: loadClasses(installed, n8n.credentials),
  };
}

function loadClasses<Loaded>(folder: string, files: readonly string[]): Record<string, Loaded> {
  const load = createRequire(path.join(folder, 'package.json'));
  return Object.fromEntries(
    files.map((file) => {
      const [name = ''] = path.basename(file).split('.');
      return [name, new (load(path.join(folder, file))[name])()];
    }),
  );
}

export interface Host {
  credential: ICredentialType;
  secrets: { baseUrl: string; apiKey: string };
}

interface HttpOptions {
  method: string;
  baseURL: string;
  url: string;
  qs?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

/** Common to all contexts of n8n: the node, the credentials and requests with them. */
function commonContext({ credential, secrets }: Host) {
  return {
    getNode: () => ({ id: 'node-1', name: 'Parley' }),
    getCredentials: async () => secrets,
    helpers: {
      httpRequestWithAuthentication: async (_type: string, { qs = {}, body, ...options }: HttpOptions) => {
        const url = new URL(`${options.baseURL}${options.url}`);
        for (const [name, value] of Object.entries(qs)) url.searchParams.set(name, value);
        const headers = new Headers({ ...options.headers, ...withSecrets(credential, secrets) });
        if (body !== undefined && !(body instanceof FormData))
          headers.set('content-type', 'application/json');
        const content = body instanceof FormData ? body : JSON.stringify(body);
        const response = await fetch(url, {
          method: options.method,
          headers,
          ...(body && { body: content }),
        });
        return { statusCode: response.status, body: parsed(await response.text()) };
      },
    },
  };
}

/** As n8n reads bodies: text that is not JSON stays text. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Headers that the credential adds. n8n evaluates the expressions. */
function withSecrets({ authenticate }: ICredentialType, secrets: Host['secrets']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(authenticate?.properties.headers ?? {}).map(([name, value]) => [
      name,
      value.replace(/^=/, '').replace('{{$credentials.apiKey}}', secrets.apiKey),
    ]),
  );
}

/** Runs the action of a node once for each input item, with its defaults for missing parameters. */
export async function runNode(
  node: INodeType,
  host: Host,
  run: {
    parameters: IDataObject[];
    binary?: { name: string; type: string; bytes: Buffer };
    continuesOnFail?: boolean;
    runIndex?: number;
  },
): Promise<INodeExecutionData[]> {
  const { parameters, binary, continuesOnFail = false, runIndex = 0 } = run;
  const common = commonContext(host);
  const context = {
    ...common,
    getInputData: () => parameters.map(() => ({ json: {} })),
    getExecutionId: () => '231',
    getNodeParameter: (name: string, item: number, fallback?: unknown) =>
      parameters[item]?.[name] ??
      defaultOf(node.description.properties, name, parameters[item] ?? {}) ??
      fallback,
    evaluateExpression: () => runIndex,
    continueOnFail: () => continuesOnFail,
    helpers: {
      ...common.helpers,
      assertBinaryData: () => ({ fileName: binary?.name, mimeType: binary?.type }),
      getBinaryDataBuffer: async () => binary?.bytes,
    },
  };
  const [items = []] = (await node.execute?.call(asContext(context))) ?? [];
  return items;
}

function defaultOf(properties: INodeProperties[], name: string, parameters: IDataObject): unknown {
  const shown = properties.find(
    (property) =>
      property.name === name &&
      Object.entries(property.displayOptions?.show ?? {}).every(([other, values]) =>
        values.some((value) => value === parameters[other]),
      ),
  );
  return shown?.default;
}

/** The results of a list of the node. @param parameters of the open node, which lists may depend on */
export async function searchList(
  node: INodeType,
  host: Host,
  search: { list: string; filter?: string; parameters?: IDataObject },
): Promise<INodeListSearchResult['results']> {
  const { list, filter, parameters = {} } = search;
  const context = { ...commonContext(host), getCurrentNodeParameter: (name: string) => parameters[name] };
  const found = await node.methods?.listSearch?.[list]?.call(asContext(context), filter);
  return found?.results ?? [];
}

/** A trigger with the URL of its workflow and its stored data. */
export class ActiveTrigger {
  readonly #node: INodeType;
  readonly #common: ReturnType<typeof commonContext>;
  readonly #stored: IDataObject = {};
  readonly #workflow: { url: string; events: string[] };

  constructor(node: INodeType, host: Host, workflow: { url: string; events: string[] }) {
    this.#node = node;
    this.#common = commonContext(host);
    this.#workflow = workflow;
  }

  /** One of `checkExists`, `create` and `delete`, as n8n calls them on activation and deactivation. */
  async hook(name: 'checkExists' | 'create' | 'delete'): Promise<boolean | undefined> {
    const context = {
      ...this.#common,
      getNodeParameter: () => this.#workflow.events,
      getNodeWebhookUrl: () => this.#workflow.url,
      getWorkflow: () => ({ name: 'Follow up' }),
      getWorkflowStaticData: () => this.#stored,
    };
    return this.#node.webhookMethods?.default[name]?.call(asContext(context));
  }

  /** Hands a request to the trigger. Returns the item that starts the workflow, or the status of the refusal. */
  async receive(request: { headers: IDataObject; body: string }): Promise<IDataObject | number | null> {
    let status: number | null = null;
    const context = {
      ...this.#common,
      getRequestObject: () => ({ headers: request.headers, rawBody: Buffer.from(request.body) }),
      getResponseObject: () => ({
        status: (code: number) => {
          status = code;
          return { json: () => undefined };
        },
      }),
      getWorkflowStaticData: () => this.#stored,
    };
    const answer = await this.#node.webhook?.call(asContext(context));
    return answer?.workflowData?.[0]?.[0]?.json ?? status;
  }
}

/** The nodes use no more of a context than this file implements; otherwise they throw. */
function asContext<Context>(context: object): Context {
  return context as Context;
}
