-- A balance is the sum of its rows with the sign turned: amounts above zero were taken from the account, amounts
-- below zero were given to it. Accounts from before their first row begin with what the later rows leave unexplained.
insert into charges (user_id, kind, amount_micros, note, created_at)
select users.id, 'opening', -(users.balance_micros + coalesce(sum(charges.amount_micros), 0)),
  'What the account had when it was opened.', users.created_at
from users left join charges on charges.user_id = users.id
group by users.id
having users.balance_micros + coalesce(sum(charges.amount_micros), 0) <> 0;
create unique index charges_opening on charges (user_id) where kind = 'opening';

-- The last line of defence: no way of spending may forget to look at the balance.
alter table users add constraint users_balance_covered check (balance_micros >= 0);

-- The opening row of an old account is its oldest and has a late id, so the list goes by time.
drop index charges_user;
create index charges_user on charges (user_id, created_at desc, id desc);

-- What the vendor takes for the call, in millionths of a dollar, exact; null: not known.
alter table model_calls add column cost_micros numeric(20, 6);
create index model_calls_user on model_calls (user_id, created_at);

-- A number that is being bought: it outlives the process that buys it, so that a number which the provider has sold
-- and nobody has stored is found again. Its id is the provider's name of the purchase.
create table number_orders (
  id uuid primary key default gen_random_uuid(),
  user_id bigint not null references users on delete cascade,
  provider text not null,
  phone_number text not null,
  -- Who buys it; null: nobody knows what became of it.
  process_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  unique (user_id, provider, phone_number)
);
