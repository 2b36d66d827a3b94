-- Caller numbers were chosen explicitly: it uses no others, even when all of them are deleted.
alter table campaigns add column has_chosen_numbers boolean not null default false;
update campaigns set has_chosen_numbers = true
where exists (select from campaign_phone_numbers where campaign_id = campaigns.id);
