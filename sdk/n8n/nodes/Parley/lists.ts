import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { asDataObject, asDataObjects, send } from '../../api/request.ts';
import { apiValue } from './controls.ts';

type Search = (this: ILoadOptionsFunctions, filter?: string) => Promise<INodeListSearchResult>;

/** Lists that the node's fields choose from, by the names that the fields use. */
export const listSearch = {
  searchAssistants: listed('/user/assistants/summaries', nameOf),
  searchCampaigns: listed('/user/campaigns', nameOf),
  searchKnowledgebases: listed('/user/knowledgebases', nameOf),
  searchSenders: listed(
    '/user/msgapp/senders',
    ({ display_name, phone_number }) => `${display_name} (${phone_number})`,
  ),
  searchSmsNumbers: listed('/user/phone-numbers', ({ phone_number }) => String(phone_number)),
  async searchTemplates(this: ILoadOptionsFunctions, filter?: string): Promise<INodeListSearchResult> {
    const sender = apiValue(this.getCurrentNodeParameter('sender_id'));
    if (sender === undefined) return { results: [] };
    const path = `/user/msgapp/senders/${encodeURIComponent(String(sender))}/templates`;
    return listed(path, ({ name, language }) => `${name} (${language})`).call(this, filter);
  },
};

function nameOf({ name }: IDataObject): string {
  return String(name);
}

/** Reads a list without pages, bare or as `data`, and keeps the rows whose label contains the filter. */
function listed(path: string, labelOf: (row: IDataObject) => string): Search {
  return async function (filter = '') {
    const answer = await send(this, { method: 'GET', path });
    const rows = asDataObjects(Array.isArray(answer) ? answer : asDataObject(answer)['data']);
    const results = rows.map((row) => ({ name: labelOf(row), value: Number(row['id']) }));
    const searched = filter.toLowerCase();
    return { results: results.filter(({ name }) => name.toLowerCase().includes(searched)) };
  };
}
