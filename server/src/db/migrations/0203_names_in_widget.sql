-- Widgets may hide the names of teammates.
update assistants set list_json = '', widget_settings =
  (left(rtrim(widget_settings::text), -1) || ',"hides_names":false}')::json;
