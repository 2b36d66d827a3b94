import { element } from '../element.ts';

interface Size {
  width: number;
  height: number;
}

/**
 * Loads a picture with a request that `connect-src` already allows, so pages need no `img-src` for it.
 * @param size in pixels
 */
export async function drawFrom(url: string, size: Size): Promise<HTMLCanvasElement> {
  const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer' });
  if (!response.ok) throw new Error(`The picture has status ${response.status}.`);
  return drawPicture(await response.blob(), size);
}

/** Covers the canvas, cropping the longer side evenly. Rejects if the browser cannot show the picture. */
export async function drawPicture(picture: Blob, { width, height }: Size): Promise<HTMLCanvasElement> {
  const image = await createImageBitmap(picture);
  const canvas = element('canvas', { width: String(width), height: String(height) });
  const scale = Math.min(image.width / width, image.height / height);
  const [across, down] = [width * scale, height * scale];
  const [left, top] = [(image.width - across) / 2, (image.height - down) / 2];
  canvas.getContext('2d')?.drawImage(image, left, top, across, down, 0, 0, width, height);
  image.close();
  return canvas;
}
