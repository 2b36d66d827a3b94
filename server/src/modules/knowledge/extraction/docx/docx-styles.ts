import { readXml } from './read-xml.ts';

export interface ParagraphStyle {
  /** 1 to 6; null for other paragraphs. */
  heading: number | null;
  list: { id: string; level: number } | null;
}

interface WrittenStyle extends ParagraphStyle {
  basedOn: string | null;
}

export type StyleLookup = (id: string | null) => ParagraphStyle;

const PLAIN: ParagraphStyle = { heading: null, list: null };
const MAX_ANCESTORS = 10;

/** Detects headings by style name: Word stores English names of built-in styles in every language. */
export function readStyles(bytes: Buffer | null): StyleLookup {
  const styles = new Map<string, WrittenStyle>();
  let style: WrittenStyle = { ...PLAIN, basedOn: null };
  readXml(bytes, {
    open: (name, attribute) => {
      const value = attribute('w:val');
      if (name === 'w:style') {
        style = { ...PLAIN, basedOn: null };
        styles.set(attribute('w:styleId') ?? '', style);
      } else if (name === 'w:name') {
        style.heading ??= headingOfName(value ?? '');
      } else if (name === 'w:basedOn') {
        style.basedOn = value ?? null;
      } else if (name === 'w:outlineLvl') {
        style.heading ??= headingOfOutline(value);
      } else if (name === 'w:numId' && value !== undefined) {
        style.list = { id: value, level: style.list?.level ?? 0 };
      } else if (name === 'w:ilvl') {
        style.list = { id: style.list?.id ?? '', level: Number(value) };
      }
    },
  });
  return (id) => inherited(styles, id ?? '');
}

/** Word counts outline levels from 0; 9 is body text. */
export function headingOfOutline(level: string | undefined): number | null {
  const number = Number(level);
  return level !== undefined && number >= 0 && number < 6 ? number + 1 : null;
}

function headingOfName(name: string): number | null {
  const level = /^heading ([1-6])$/i.exec(name)?.[1];
  return level === undefined ? null : Number(level);
}

function inherited(styles: ReadonlyMap<string, WrittenStyle>, id: string): ParagraphStyle {
  // Without a styles part, the usual style ids are interpreted.
  let heading = styles.size > 0 ? null : headingOfName(id.replace(/^heading/i, 'heading '));
  let list: ParagraphStyle['list'] = null;
  let style = styles.get(id);
  for (let step = 0; style !== undefined && step < MAX_ANCESTORS; step += 1) {
    heading ??= style.heading;
    list ??= style.list;
    style = style.basedOn === null ? undefined : styles.get(style.basedOn);
  }
  return { heading, list };
}
