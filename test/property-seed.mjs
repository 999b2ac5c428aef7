import fc from 'fast-check';

/** Property tests draw the same cases on every run, so that a red run is about the change; FAST_CHECK_SEED explores others. */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20261121) });
