import { element } from '../element.ts';
import { drawFrom } from './draw-picture.ts';

/** Width and height in pixels, twice the largest size that is shown. */
const SIZE = 96;

/** The assistant's picture; until it is loaded, and if it cannot be, the first letter of the title. */
export function face(title: string, url: string | null): HTMLElement {
  const [letter = ''] = title.trim();
  const node = element('div', { class: 'face', 'aria-hidden': 'true' }, letter.toUpperCase());
  if (url !== null) {
    void drawFrom(url, { width: SIZE, height: SIZE }).then(
      (canvas) => {
        node.replaceChildren(canvas);
        node.classList.add('pictured');
      },
      () => undefined,
    );
  }
  return node;
}
