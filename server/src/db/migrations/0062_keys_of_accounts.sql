-- An Idempotency-Key belongs to the account, not to a token. Of the same key under several tokens the oldest request
-- is kept.
alter table idempotency_keys add column user_id bigint references users on delete cascade;
update idempotency_keys k set user_id = t.user_id from tokens t where t.id = k.token_id;
-- Refused requests did nothing and may be repeated.
delete from idempotency_keys where status is not null and status not between 200 and 299;
delete from idempotency_keys k using idempotency_keys older
where older.user_id = k.user_id and older.key = k.key
  and (older.created_at, older.token_id) < (k.created_at, k.token_id);
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys drop column token_id;
alter table idempotency_keys alter column user_id set not null;
alter table idempotency_keys add primary key (user_id, key);
-- Answers were encrypted with the token's text and cannot be replayed. Requests running when the server stopped may
-- have completed. Both are kept without an answer, so that nothing is done twice.
update idempotency_keys set status = coalesce(status, 200), sealed_body = null;
