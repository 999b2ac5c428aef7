// A chunk of its own under this name, which is loaded with the first footage.
export { BufferSource, Input, MATROSKA, MP4, QTFF, VideoSampleSink, WEBM } from 'mediabunny';
