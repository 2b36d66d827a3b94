-- Answered transfer legs over carriers that bill them separately.
create table second_legs (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  call_id bigint not null references calls on delete cascade,
  -- Provider of the caller number.
  provider text not null,
  carrier_call_id text,
  -- Millionths of a dollar; null: unknown.
  carrier_cost_micros bigint
);
create index second_legs_call on second_legs (call_id, id);
