import type { LanguageCode } from './languages.ts';
import { termsOf } from './words.ts';

/**
 * Words with about the same meaning, one group per line. In a line with `>`, the words before it match each word after
 * it, but those do not match each other: a cat is a pet, but not a dog.
 */
const GROUPS: Partial<Record<LanguageCode, readonly string[]>> = {
  en: [
    'price cost fee charge rate tariff pricing expensive',
    'open opening hours schedule working close closing',
    'contact reach > phone',
    'phone telephone call number hotline',
    'contact reach > email mail write',
    'address located location situated contact headquarters directions',
    'cancel cancellation terminate termination annul unsubscribe end quit notice',
    'refund reimburse reimbursement moneyback repay',
    'return returns exchange',
    'deliver delivery ship shipping shipment dispatch courier parcel',
    'track tracking follow trace status',
    'buy purchase order acquire',
    'pay payment > card cash invoice billing transfer',
    'book booking reserve reservation appointment schedule',
    'warranty guarantee',
    'repair fix service maintenance',
    'doctor dr > physician specialist dentist',
    'treat treatment care look-after',
    'child kid minor',
    'pet animal > dog cat bird rabbit',
    'car vehicle automobile',
    'park parking garage',
    'wifi internet wireless network',
    'meal food > breakfast dinner lunch supper restaurant',
    'discount reduction offer promotion coupon sale cheaper off',
    'employee staff team personnel worker staffed',
    'boss head chief > director manager ceo owner',
    'begin start commence launch',
    'expire expiry expiration valid',
    'duration last take',
    'age old aged',
    'bring documents papers require need necessary requirement',
    'problem issue fault error trouble broken defect',
    'display screen show',
    'password login signin account credentials',
    'hire rent rental lease',
    'holiday vacation leave',
    'sick illness ill sickness disease',
    'pain hurt ache sore',
    'bleed bleeding ooze oozing',
    'salary pay wage remuneration paid',
    'insurance insured cover coverage policy insurer',
    'guest visitor customer client',
    'room suite accommodation',
    'checkin arrival arrive',
    'checkout departure depart',
    'enter entry access door key entrance',
    'size dimension measure big large',
    'weight weigh heavy',
    'warm hot cold temperature heat cool',
    'loud noise sound quiet',
    'far distance away',
    'high height tall higher',
    'wide width broad',
    'deep depth',
    'fast speed quick',
    'often frequency interval',
    'maximum max limit most highest',
    'minimum min least lowest',
    'delete remove erase',
    'allow permit accept welcome',
    'job position vacancy career apply',
    'course lesson class training',
    'teach teacher instructor trainer lead',
    'complain complaint dissatisfied',
    'emergency urgent urgency pain',
    'free gratis complimentary included waived',
    'late delay overdue later',
    'join joining signup register registration enrol',
    'remote remotely > home',
    'weekend > saturday sunday',
    'night evening overnight',
    'noon midday',
    'employ work working job',
  ],
  ro: [
    'pret cost tarif taxa costa',
    'program orar deschis ore',
    'telefon numar suna contact',
    'adresa locatie sediu situat',
    'anulare anula renunta',
    'livrare livra curier transport',
    'plata plati card numerar factura',
    'programare rezervare rezerva programa',
    'garantie',
    'retur returna restitui ramburs',
  ],
  fr: [
    'prix cout tarif frais coute',
    'horaire ouvert ouverture heure',
    'telephone numero appeler contact',
    'adresse situe lieu',
    'annuler annulation',
    'livraison livrer expedition',
    'payer paiement carte',
    'reserver reservation rendez-vous',
    'retour retourner rembourser remboursement',
  ],
  es: [
    'precio coste costo tarifa cuesta',
    'horario abierto abre apertura hora',
    'telefono numero llamar contacto',
    'direccion ubicacion situado',
    'cancelar cancelacion anular',
    'entrega enviar envio',
    'pagar pago tarjeta',
    'reservar reserva cita',
    'devolver devolucion reembolso',
  ],
  de: [
    'preis kosten kostet gebuhr',
    'offnungszeiten geoffnet uhr offen',
    'telefon nummer anrufen kontakt',
    'adresse standort',
    'stornieren stornierung kundigen kundigung',
    'lieferung liefern versand',
    'zahlen zahlung bezahlen karte',
    'buchen buchung reservieren termin',
    'ruckgabe zuruckgeben erstattung',
  ],
  it: [
    'prezzo costo tariffa costa',
    'orario aperto apertura ora',
    'telefono numero chiamare contatto',
    'indirizzo sede',
    'annullare cancellazione disdire',
    'consegna spedizione spedire',
    'pagare pagamento carta',
    'prenotare prenotazione appuntamento',
    'reso restituire rimborso',
  ],
  pt: [
    'preco custo tarifa custa',
    'horario aberto abre abertura hora',
    'telefone numero ligar contacto contato',
    'endereco localizacao',
    'cancelar cancelamento',
    'entrega enviar envio',
    'pagar pagamento cartao',
    'reservar reserva consulta',
    'devolver devolucao reembolso',
  ],
};

const tables = new Map<LanguageCode, Map<string, Set<string>>>();

function tableOf(language: LanguageCode): Map<string, Set<string>> {
  const known = tables.get(language);
  if (known !== undefined) return known;
  const table = new Map<string, Set<string>>();
  for (const group of GROUPS[language] ?? []) {
    const [heads = [], members = []] = group.split('>').map((part) => termsOf(part, language));
    relate(table, heads, [...heads, ...members]);
    relate(table, members, heads);
  }
  tables.set(language, table);
  return table;
}

function relate(table: Map<string, Set<string>>, stems: readonly string[], others: readonly string[]): void {
  for (const stem of stems) {
    const known = table.get(stem) ?? new Set<string>();
    for (const other of others) if (other !== stem) known.add(other);
    table.set(stem, known);
  }
}

/** For each term with synonyms: the stems with about the same meaning. */
export function expandTerms(terms: readonly string[], language: LanguageCode): Map<string, Set<string>> {
  const table = tableOf(language);
  const result = new Map<string, Set<string>>();
  for (const term of terms) {
    const others = table.get(term);
    if (others !== undefined) result.set(term, others);
  }
  return result;
}
