-- An Idempotency-Key belongs to the account, whichever of its tokens sends it. Of the same key under several tokens the
-- oldest request stays. Answers were sealed with the token's text, so those of the last day cannot be replayed; their
-- rows keep the requests from being carried out again.
alter table idempotency_keys add column user_id bigint references users on delete cascade;
update idempotency_keys k set user_id = t.user_id from tokens t where t.id = k.token_id;
delete from idempotency_keys k using idempotency_keys older
where older.user_id = k.user_id and older.key = k.key
  and (older.created_at, older.token_id) < (k.created_at, k.token_id);
alter table idempotency_keys drop constraint idempotency_keys_pkey;
alter table idempotency_keys drop column token_id;
alter table idempotency_keys alter column user_id set not null;
alter table idempotency_keys add primary key (user_id, key);
update idempotency_keys set sealed_body = null;
-- Refusals that did nothing free their key.
delete from idempotency_keys where status is not null and status not between 200 and 299 and status not in (404, 422);
