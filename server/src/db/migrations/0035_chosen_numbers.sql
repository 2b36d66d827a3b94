-- Numbers were chosen for it once: it calls from none but these, also when the last of them is gone.
alter table campaigns add column has_chosen_numbers boolean not null default false;
update campaigns set has_chosen_numbers = true
where exists (select from campaign_phone_numbers where campaign_id = campaigns.id);
