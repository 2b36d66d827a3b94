-- Installations that ran an unreleased version of 0140 have it, with another condition. 0230 builds it again.
drop index if exists conversations_of_people;
