// A chunk of its own under this name, which comes with the first clip.
export { BufferSource, Input, MATROSKA, MP4, QTFF, VideoSampleSink, WEBM } from 'mediabunny';
