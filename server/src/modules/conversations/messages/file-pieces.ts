import type { Executor } from '../../../db/client.ts';

const PIECE_BYTES = 1_048_576;

/** Stores the bytes of an attachment in chunks. */
export async function insertPieces(
  transaction: Executor,
  attachmentId: number,
  bytes: Buffer,
): Promise<void> {
  for (let position = 0; position * PIECE_BYTES < bytes.length; position += 1) {
    const piece = bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES);
    await transaction.query(
      'insert into attachment_pieces (attachment_id, position, bytes) values ($1, $2, $3)',
      [attachmentId, position, piece],
    );
  }
}
