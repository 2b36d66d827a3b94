/* global AudioWorkletProcessor, registerProcessor */

/** Plays what comes, sends what is heard: the microphone, and with `echo` also what is played. */
class CallAudio extends AudioWorkletProcessor {
  constructor() {
    super();
    this.queue = [];
    this.begin = 0;
    this.received = 0;
    this.heard = new Int16Array(640);
    this.filled = 0;
    this.port.onmessage = ({ data }) => {
      if (data === 'clear') {
        this.queue = [];
        this.begin = 0;
      } else {
        this.queue.push(data);
        this.received += data.length;
      }
    };
  }

  next() {
    const first = this.queue[0];
    if (first === undefined) return 0;
    const sample = first[this.begin];
    this.begin += 1;
    if (this.begin === first.length) {
      this.queue.shift();
      this.begin = 0;
    }
    return sample / 32768;
  }

  process([input], [output]) {
    const microphone = input[0];
    const speaker = output[0];
    for (let index = 0; index < speaker.length; index += 1) {
      speaker[index] = this.next();
      const sum = speaker[index] + (microphone?.[index] ?? 0);
      this.heard[this.filled] = Math.max(-1, Math.min(1, sum)) * 32767;
      this.filled += 1;
      if (this.filled === this.heard.length) this.tell();
    }
    return true;
  }

  tell() {
    const waiting = this.queue.reduce((sum, { length }) => sum + length, 0) - this.begin;
    this.port.postMessage({ heard: this.heard.slice(), playedMs: (this.received - waiting) / 16 });
    this.filled = 0;
  }
}

registerProcessor('call-audio', CallAudio);
