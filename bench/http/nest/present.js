const pad = (text) => {
  // PostgreSQL omits trailing zeros of the microseconds.
  const [whole, fraction = ''] = text.replace(' ', 'T').replace(/\+00$/, '').split('.');
  return `${whole}.${fraction.padEnd(6, '0')}Z`;
};
const timestamp = (text) => (text === null ? null : pad(text));

/** An entity in the shape of the list. */
export function presentAssistant(entity, languages) {
  return {
    ...entity,
    instance_id: 1,
    engine_id: null,
    synthesizer_id: null,
    transcriber_id: null,
    flows_platform_id: null,
    language: languages.get(entity.language_id),
    fillers: entity.fillers ? 1 : 0,
    end_call_on_voicemail: entity.end_call_on_voicemail ? 1 : 0,
    deleted_at: timestamp(entity.deleted_at),
    created_at: timestamp(entity.created_at),
    updated_at: timestamp(entity.updated_at),
  };
}

/** The pagination envelope. With so few pages, the links need no gaps. */
export function presentPage({ items, total, page, perPage, path }) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const url = (number) => `${path}?page=${number}`;
  const previous = page > 1 ? url(page - 1) : null;
  const next = page < last ? url(page + 1) : null;
  const from = items.length === 0 ? null : (page - 1) * perPage + 1;
  const numbers = Array.from({ length: last }, (_, index) => index + 1);
  return {
    current_page: page,
    data: items,
    first_page_url: url(1),
    from,
    last_page: last,
    last_page_url: url(last),
    links: [
      { url: previous, label: '&laquo; Previous', active: false },
      ...numbers.map((number) => ({ url: url(number), label: String(number), active: number === page })),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page: perPage,
    prev_page_url: previous,
    to: from === null ? null : from + items.length - 1,
    total,
  };
}
