-- Who was called for a transfer and answered, over a carrier that takes something for it beside what it takes for the call itself.
create table second_legs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  -- Of the number that it went out from.
  provider text not null,
  carrier_call_id text,
  -- Millionths of a dollar; null: not known.
  carrier_cost_micros bigint
);
create index second_legs_call on second_legs (call_id, id);
