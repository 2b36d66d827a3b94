/** Types of n8n for code outside this folder, where its package cannot be resolved. */
export type {
  ICredentialType,
  IDataObject,
  INodeExecutionData,
  INodeListSearchResult,
  INodeProperties,
  INodeType,
} from 'n8n-workflow';
