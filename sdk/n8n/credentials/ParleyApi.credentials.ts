// allow file-name: n8n loads the class with the name of the file.
import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

const NO_PARLEY = 'No Parley server responds at this address.';

export class ParleyApi implements ICredentialType {
  name = 'parleyApi';
  displayName = 'Parley API';
  icon: Icon = { light: 'file:../icons/parley.svg', dark: 'file:../icons/parley.dark.svg' };
  properties: INodeProperties[] = [
    {
      displayName: 'Server Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://parley.example.com',
      description: 'Address of your Parley server, with https:// or http://',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'e.g. parley_…',
      description: 'Create one in the console, under API keys',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.baseUrl.trim().replace(/([/]api)?[/]*$/, "")}}',
      url: '/api/user/me',
    },
    rules: [
      {
        type: 'responseCode',
        properties: {
          value: 401,
          message: "Parley did not accept the API key. Create one in Parley's console under API keys.",
        },
      },
      { type: 'responseCode', properties: { value: 404, message: NO_PARLEY } },
      // A page of another site has no such field.
      { type: 'responseSuccessBody', properties: { key: 'email', value: undefined, message: NO_PARLEY } },
    ],
  };
}
