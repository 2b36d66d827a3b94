import { anyOf, contains, type Refusals, startsWith } from '../refusals.ts';

const call =
  '(?:sunati|suna|contactati|contacta|contactezi|apelati|apela|apelezi|deranjati|deranja|deranjezi|suni)';
const called =
  '(?:sunat|sunata|sunati|contactat|contactata|contactati|apelat|apelata|apelati|deranjat|deranjata)';
const want = 'nu (?:mai )?(?:vreau|doresc|vrem|dorim|accept|acceptam)';

export const romanian: Refusals = {
  firm: anyOf(
    `nu (?:ma|ne) mai ${call}`,
    `nu mai ${call} (?:aici|la acest numar|la numarul (?:acesta|asta|meu)|pe acest numar|niciodata)`,
    `${want} (?:ca )?sa (?:ma|ne) (?:mai )?(?:${call}|sune nimeni)`,
    `${want} sa (?:mai )?(?:fiu|fim) (?:mai )?${called}`,
    `${want} sa (?:mai )?(?:primesc|primim)(?: mai)?(?: alte| astfel de)? (?:apeluri|telefoane)`,
    `sa (?:ma|ne|imi) (?:stergeti|scoateti|eliminati)(?: numarul)? (?:din|de pe) (?:lista|listele|baza|bazele|evidente)`,
    `nu mai (?:vreau|doresc) (?:apeluri|telefoane)`,
    `(?:stergeti|sterge|scoateti|scoate|eliminati|elimina)(?: va rog)? (?:ma|ne)(?: va rog)? (?:din|de pe) (?:lista|listele|baza|bazele|evidente|evidentele)`,
    `(?:stergeti|sterge|scoateti|scoate|eliminati|elimina)(?: mi)?(?: va rog)? numarul(?: meu| nostru| acesta| asta)? (?:din|de pe) (?:lista|listele|baza|bazele|evidente|evidentele)`,
  ),
  bare: anyOf(
    '(?:nu (?:ma|ne) (?:sunati|suna))(?: niciodata)?',
    'nu mai (?:sunati|suna)',
    '(?:stergeti|sterge|scoateti|scoate)(?: mi)? numarul(?: meu| nostru)?',
    '(?:lasati|lasa) (?:ma|ne) in pace',
    'sa (?:ma|ne) lasati in pace',
  ),
  fillers: startsWith(
    ',|va rog|te rog|multumesc|mersi|niciodata|deloc|la revedere|si|ok|bine|nu ma intereseaza',
    'nu sunt interesat\\p{L}*|am zis|am spus|gata',
  ),
  limits: startsWith(
    'azi|astazi|maine|acum|dimineata|seara|noaptea|inainte|dupa|pana|cand|daca|decat|asa|atat',
    'la (?:ora|orele|serviciu|birou|munca|pranz)|in|pe la|de pe|despre|duminica|sambata|luni|marti',
    'miercuri|joi|vineri|saptamana|luna|va sun|te sun',
  ),
  turns: contains(
    'de ce|^(?:daca|cand|inainte|pana|pentru ca)|(?:nu|n) am (?:spus|zis)|nu (?:zic|spun)|ca sa$',
    'sa nu uitati',
  ),
};
