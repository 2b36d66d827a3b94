alter table calls add column recording_ringing_ms integer;
comment on column calls.recording_ringing_ms is 'Length of the audio before the answer, with which the recording begins; null without any.';
