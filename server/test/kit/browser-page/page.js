/* global document, navigator, AudioContext, AudioWorkletNode, WebSocket, location */

/** A call in a page: the microphone goes out, what comes is played, and the page tells how much of it. */
async function call() {
  const context = new AudioContext({ sampleRate: 16_000 });
  await context.audioWorklet.addModule('/page/worklet.js');
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const stream = await navigator.mediaDevices.getUserMedia({ audio: plain });
  const audio = new AudioWorkletNode(context, 'call-audio');
  context.createMediaStreamSource(stream).connect(audio).connect(context.destination);
  const socket = new WebSocket(`ws://${location.host}/api/call`);
  socket.binaryType = 'arraybuffer';
  const tell = (message) => socket.send(JSON.stringify(message));
  audio.port.onmessage = ({ data }) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(data.heard.buffer);
    tell({ type: 'played', ms: data.playedMs });
  };
  socket.onmessage = ({ data }) => {
    if (typeof data !== 'string') {
      audio.port.postMessage(new Int16Array(data));
      return;
    }
    const message = JSON.parse(data);
    if (message.type === 'clear') audio.port.postMessage('clear');
    if (message.type === 'digits') tell({ type: 'digit', digit: message.digits });
    if (message.type === 'say') tell({ type: 'typed', text: `I read: ${message.text}` });
    if (message.type === 'leave') tell({ type: 'hang-up' });
  };
}

call().catch((error) => {
  document.title = String(error);
});
