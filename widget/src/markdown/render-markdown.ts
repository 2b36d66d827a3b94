import { element } from '../element.ts';
import type { Block, Inline } from './markdown.ts';

/** Renders blocks as DOM nodes. Text is never parsed as HTML. */
export function renderMarkdown(blocks: readonly Block[]): Node[] {
  return blocks.map(renderBlock);
}

function renderBlock(block: Block): Node {
  switch (block.kind) {
    case 'code':
      return element('pre', { tabindex: '0' }, element('code', {}, block.text));
    case 'list': {
      const start: Record<string, string> = block.start === null ? {} : { start: String(block.start) };
      const items = block.items.map((item) => element('li', {}, ...item.map(renderInline)));
      return element(block.start === null ? 'ul' : 'ol', start, ...items);
    }
    case 'heading':
    case 'paragraph': {
      const lines = block.lines.flatMap((line, index) => [
        ...(index === 0 ? [] : [element('br')]),
        ...line.map(renderInline),
      ]);
      // No h1 to h6: they would change the heading outline of the page.
      return element('p', block.kind === 'heading' ? { class: 'heading' } : {}, ...lines);
    }
  }
}

function renderInline(inline: Inline): Node {
  switch (inline.kind) {
    case 'text':
      return document.createTextNode(inline.text);
    case 'code':
      return element('code', {}, inline.text);
    case 'strong':
      return element('strong', {}, ...inline.children.map(renderInline));
    case 'emphasis':
      return element('em', {}, ...inline.children.map(renderInline));
    case 'link': {
      const rules = { href: inline.href, target: '_blank', rel: 'noopener noreferrer nofollow' };
      return element('a', rules, ...inline.children.map(renderInline));
    }
  }
}
