-- Networks bill each part of a long SMS. Null for SMS of before and for received ones.
alter table sms_messages add column segments smallint;
