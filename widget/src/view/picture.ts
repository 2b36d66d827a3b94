import { element } from '../element.ts';

/** Width and height in pixels, twice the largest size that is shown. */
const SIZE = 96;

/**
 * The assistant's picture; until it is loaded, and if it cannot be, the first letter of the title. Drawn from a request
 * that `connect-src` already allows, so pages need no `img-src` for it.
 */
export function face(title: string, url: string | null): HTMLElement {
  const [letter = ''] = title.trim();
  const node = element('div', { class: 'face', 'aria-hidden': 'true' }, letter.toUpperCase());
  if (url !== null) {
    void draw(url).then(
      (canvas) => {
        node.replaceChildren(canvas);
        node.classList.add('pictured');
      },
      () => undefined,
    );
  }
  return node;
}

async function draw(url: string): Promise<HTMLCanvasElement> {
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`The picture has status ${response.status}.`);
  const image = await createImageBitmap(await response.blob());
  const canvas = element('canvas', { width: String(SIZE), height: String(SIZE) });
  // Covers the square; what is longer is cut off on both sides.
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIZE, SIZE);
  image.close();
  return canvas;
}
