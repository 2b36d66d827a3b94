-- A balance is the negated sum of its rows: positive amounts were taken from the account, negative ones added. Older
-- accounts get an opening row with the difference.
insert into charges (user_id, kind, amount_micros, note, created_at)
select users.id, 'opening', -(users.balance_micros + coalesce(sum(charges.amount_micros), 0)),
  'What the account had when it was opened.', users.created_at
from users left join charges on charges.user_id = users.id
group by users.id
having users.balance_micros + coalesce(sum(charges.amount_micros), 0) <> 0;
create unique index charges_opening on charges (user_id) where kind = 'opening';

-- Safety net in case code that charges does not check the balance.
alter table users add constraint users_balance_covered check (balance_micros >= 0);

-- Opening rows of old accounts have late ids, so the list is ordered by time.
drop index charges_user;
create index charges_user on charges (user_id, created_at desc, id desc);

-- Vendor cost in millionths of a dollar, exact; null: unknown.
alter table model_calls add column cost_micros numeric(20, 6);
create index model_calls_user on model_calls (user_id, created_at);

-- A number being bought. The row outlives its process, so that a number that was bought but not stored is found
-- again. Its id is stored with the number at the provider.
create table number_orders (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  provider text not null,
  phone_number text not null,
  -- The buying process; null: outcome unknown.
  process_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, provider, phone_number)
);
