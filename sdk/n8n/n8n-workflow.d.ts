/**
 * The part of n8n's interface that the nodes use. The package `n8n-workflow` itself is not installed here: its license is
 * not an open-source one, and it brings several hundred packages.
 */
declare module 'n8n-workflow' {
  type GenericValue = string | object | number | boolean | undefined | null;

  export interface IDataObject {
    [name: string]: GenericValue | IDataObject | GenericValue[] | IDataObject[];
  }

  export type JsonObject = { [name: string]: string | number | boolean | null | undefined | object };

  export interface INodeExecutionData {
    json: IDataObject;
    pairedItem?: { item: number };
  }

  export interface INode {
    id: string;
    name: string;
  }

  export type Icon = `file:${string}.svg` | { light: `file:${string}.svg`; dark: `file:${string}.svg` };

  export interface INodePropertyOptions {
    name: string;
    value: string | number | boolean;
    description?: string;
    action?: string;
  }

  export interface INodePropertyCollection {
    displayName: string;
    name: string;
    values: INodeProperties[];
  }

  export interface INodePropertyMode {
    displayName: string;
    name: string;
    type: 'list' | 'string';
    hint?: string;
    placeholder?: string;
    typeOptions?: { searchListMethod: string; searchable?: boolean };
  }

  export interface INodeProperties {
    displayName: string;
    name: string;
    type:
      | 'boolean'
      | 'collection'
      | 'fixedCollection'
      | 'multiOptions'
      | 'number'
      | 'options'
      | 'resourceLocator'
      | 'string';
    default: string | number | boolean | string[] | IDataObject;
    description?: string;
    hint?: string;
    placeholder?: string;
    required?: boolean;
    noDataExpression?: boolean;
    modes?: INodePropertyMode[];
    options?: (INodePropertyOptions | INodeProperties | INodePropertyCollection)[];
    typeOptions?: {
      minValue?: number;
      maxValue?: number;
      multipleValues?: boolean;
      multipleValueButtonText?: string;
      password?: boolean;
      rows?: number;
    };
    displayOptions?: { show?: { [name: string]: (string | boolean)[] } };
  }

  export interface INodeTypeDescription {
    displayName: string;
    name: string;
    icon: Icon;
    group: ('transform' | 'trigger')[];
    version: number;
    subtitle: string;
    description: string;
    defaults: { name: string };
    inputs: 'main'[];
    outputs: 'main'[];
    credentials: { name: string; required: boolean }[];
    webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: string; path: string }[];
    properties: INodeProperties[];
    usableAsTool?: true;
  }

  export const NodeConnectionTypes: { readonly Main: 'main' };

  export interface INodeType {
    description: INodeTypeDescription;
    methods?: {
      listSearch?: {
        [name: string]: (
          this: ILoadOptionsFunctions,
          filter?: string,
          paginationToken?: string,
        ) => Promise<INodeListSearchResult>;
      };
    };
    webhookMethods?: { default: { [name: string]: (this: IHookFunctions) => Promise<boolean> } };
    execute?(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
    webhook?(this: IWebhookFunctions): Promise<IWebhookResponseData>;
  }

  export interface INodeListSearchResult {
    results: { name: string; value: string | number }[];
  }

  export interface IWebhookResponseData {
    workflowData?: INodeExecutionData[][];
    noWebhookResponse?: boolean;
  }

  export interface ICredentialType {
    name: string;
    displayName: string;
    icon?: Icon;
    properties: INodeProperties[];
    authenticate?: IAuthenticateGeneric;
    test?: ICredentialTestRequest;
  }

  export interface IAuthenticateGeneric {
    type: 'generic';
    properties: { headers: { [name: string]: string } };
  }

  export interface ICredentialTestRequest {
    request: { baseURL: string; url: string };
    rules?: (
      | { type: 'responseCode'; properties: { value: number; message: string } }
      | { type: 'responseSuccessBody'; properties: { key: string; value: unknown; message: string } }
    )[];
  }

  export interface IHttpRequestOptions {
    url: string;
    baseURL?: string;
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    qs?: IDataObject;
    body?: IDataObject | FormData;
    headers?: IDataObject;
    json?: boolean;
    returnFullResponse?: boolean;
    ignoreHttpStatusErrors?: boolean;
  }

  interface Functions {
    getNode(): INode;
    getCredentials<T extends object = { [name: string]: unknown }>(type: string): Promise<T>;
    helpers: {
      httpRequestWithAuthentication(
        this: Functions,
        credentialsType: string,
        options: IHttpRequestOptions,
      ): Promise<unknown>;
    };
  }

  export interface IExecuteFunctions extends Functions {
    getInputData(): INodeExecutionData[];
    getExecutionId(): string;
    getNodeParameter(name: string, itemIndex: number, fallback?: unknown): unknown;
    evaluateExpression(expression: string, itemIndex: number): unknown;
    continueOnFail(): boolean;
    helpers: Functions['helpers'] & {
      assertBinaryData(itemIndex: number, property: string): IBinaryData;
      getBinaryDataBuffer(itemIndex: number, property: string): Promise<Uint8Array<ArrayBuffer>>;
    };
  }

  export interface IBinaryData {
    mimeType: string;
    fileName?: string;
    fileExtension?: string;
  }

  export interface ILoadOptionsFunctions extends Functions {
    getCurrentNodeParameter(name: string, options?: { extractValue?: boolean }): unknown;
  }

  export interface IHookFunctions extends Functions {
    getNodeParameter(name: string): unknown;
    getNodeWebhookUrl(name: 'default'): string | undefined;
    getWorkflow(): { name?: string };
    getWorkflowStaticData(type: 'node'): IDataObject;
  }

  export interface IWebhookFunctions extends Functions {
    getNodeParameter(name: string): unknown;
    getRequestObject(): {
      headers: { [name: string]: string | string[] | undefined };
      rawBody: Uint8Array;
    };
    getResponseObject(): { status(code: number): { json(body: object): unknown } };
    getWorkflowStaticData(type: 'node'): IDataObject;
  }

  interface ErrorOptions {
    message?: string;
    description?: string;
    httpCode?: string;
    itemIndex?: number;
  }

  export class NodeApiError extends Error {
    constructor(node: INode, error: JsonObject, options?: ErrorOptions);
    httpCode: string | null;
    description: string | null | undefined;
  }

  export class NodeOperationError extends Error {
    constructor(node: INode, error: Error | string | JsonObject, options?: ErrorOptions);
  }
}
