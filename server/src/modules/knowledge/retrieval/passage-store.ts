import type { ChunkRecord, DocumentState } from './loader.ts';

export interface StoredPassage {
  id: number;
  documentId: number;
  generation: number;
  heading: string;
  text: string;
}

/** The passages of one knowledgebase by slot, with their visibility. */
export class PassageStore {
  readonly #slotOfId = new Map<number, number>();
  readonly #slotsOfDocument = new Map<number, Set<number>>();
  #documents = new Map<number, DocumentState>();
  #passages: (StoredPassage | undefined)[] = [];
  #visible = new Uint8Array(1024);
  #textBytes = 0;

  /** Number of used slots, including those of removed passages. */
  get slots(): number {
    return this.#passages.length;
  }

  get size(): number {
    return this.#slotOfId.size;
  }

  /** 1 for slots that searches may return, else 0. */
  get visible(): Uint8Array {
    return this.#visible;
  }

  slotOf(chunkId: number): number | undefined {
    return this.#slotOfId.get(chunkId);
  }

  at(slot: number): StoredPassage | undefined {
    return this.#passages[slot];
  }

  isUnchanged(slot: number, { documentId, generation, heading, text }: ChunkRecord): boolean {
    const passage = this.#passages[slot];
    if (passage === undefined || passage.documentId !== documentId) return false;
    return passage.generation === generation && passage.heading === heading && passage.text === text;
  }

  document(id: number): DocumentState | undefined {
    return this.#documents.get(id);
  }

  add(chunk: ChunkRecord): number {
    const { id, documentId, generation, heading, text } = chunk;
    const slot = this.#passages.length;
    this.#passages.push({ id, documentId, generation, heading, text });
    this.#slotOfId.set(id, slot);
    this.#textBytes += heading.length + text.length;
    const slots = this.#slotsOfDocument.get(documentId) ?? new Set();
    this.#slotsOfDocument.set(documentId, slots.add(slot));
    if (slot >= this.#visible.length) {
      const larger = new Uint8Array(slot * 2);
      larger.set(this.#visible);
      this.#visible = larger;
    }
    this.#visible[slot] = this.#isCurrent(documentId, generation) ? 1 : 0;
    return slot;
  }

  remove(slot: number): void {
    const passage = this.#passages[slot];
    if (passage === undefined) return;
    this.#passages[slot] = undefined;
    this.#slotOfId.delete(passage.id);
    this.#slotsOfDocument.get(passage.documentId)?.delete(slot);
    this.#visible[slot] = 0;
    this.#textBytes -= passage.heading.length + passage.text.length;
  }

  /** Sets the current documents: shows their passages, removes outdated ones and returns their slots. */
  applyDocuments(documents: readonly DocumentState[]): number[] {
    this.#documents = new Map(documents.map((document) => [document.id, document]));
    const stale: number[] = [];
    for (const [documentId, slots] of this.#slotsOfDocument) {
      const current = this.#documents.get(documentId);
      if (current === undefined) this.#slotsOfDocument.delete(documentId);
      for (const slot of slots) {
        const generation = this.#passages[slot]?.generation ?? -1;
        if (current === undefined || generation < current.generation) stale.push(slot);
        else this.#visible[slot] = generation === current.generation ? 1 : 0;
      }
    }
    for (const slot of stale) this.remove(slot);
    return stale;
  }

  /** Closes gaps. Returns the new slot of each old one, −1 for removed passages. */
  compact(): Int32Array {
    const newSlots = new Int32Array(this.#passages.length).fill(-1);
    const kept = this.#passages.filter((passage) => passage !== undefined);
    let next = 0;
    for (const [slot, passage] of this.#passages.entries()) {
      if (passage === undefined) continue;
      newSlots[slot] = next;
      this.#visible[next] = this.#visible[slot] ?? 0;
      this.#slotOfId.set(passage.id, next);
      next += 1;
    }
    this.#visible.fill(0, next);
    this.#passages = kept;
    for (const [documentId, slots] of this.#slotsOfDocument) {
      this.#slotsOfDocument.set(documentId, new Set([...slots].map((slot) => newSlots[slot] ?? -1)));
    }
    return newSlots;
  }

  /** Estimated size in bytes: object, map entries and strings of one byte per character. */
  memoryBytes(): number {
    return this.#passages.length * 250 + this.#textBytes;
  }

  #isCurrent(documentId: number, generation: number): boolean {
    return this.#documents.get(documentId)?.generation === generation;
  }
}
