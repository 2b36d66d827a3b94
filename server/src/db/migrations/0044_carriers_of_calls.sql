-- Provider of the call's number, still needed after the number is released. Null: no carrier, or an older call.
alter table calls add column number_provider text;
