import { wordsOf } from './phone-columns.ts';

const EXTERNAL = new Set(
  wordsOf(`external extern externe externer externo externa externi externes esterno ekstern eksternt
    isorinis zewnetrzne zewnetrzny εξωτερικο внешний зовнішній خارجي crm record`),
);
const ID = new Set(
  wordsOf('id ids identifier identifiant identificador identificativo identifikator kennung ref reference'),
);

/** The column with ids of another system, such as `external_id`, `ID extern` or `CRM ID`; null without one. */
export function externalIdColumn(names: readonly string[]): number | null {
  const index = names.findIndex((name) => {
    const words = wordsOf(name);
    const isKnown = words.every((word) => EXTERNAL.has(word) || ID.has(word));
    return isKnown && words.some((word) => EXTERNAL.has(word)) && words.some((word) => ID.has(word));
  });
  return index === -1 ? null : index;
}
