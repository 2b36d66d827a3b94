// Renders the OpenAPI document in the browser, without a framework or third-party requests.
const element = (name, text, className) => {
  const node = document.createElement(name);
  if (text !== undefined) node.textContent = text;
  if (className) node.className = className;
  return node;
};
let components = { schemas: {}, responses: {} };
/** The target of a reference, and the members next to it. */
const resolved = (value) => {
  if (!value?.$ref) return value;
  const [kind, name] = value.$ref.split('/').slice(-2);
  const { $ref: _, ...rest } = value;
  return { ...resolved(components[kind][name]), ...rest };
};
const typeOf = (given) => {
  const schema = given?.$ref && resolved(given).properties ? undefined : resolved(given);
  if (given?.$ref && !schema) return given.$ref.split('/').pop();
  if (!schema) return '';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf || schema.oneOf) return (schema.anyOf || schema.oneOf).map(typeOf).join(' | ');
  if (schema.type === 'array') return `array of ${typeOf(schema.items) || 'any'}`;
  return [schema.type || 'any'].flat().join(' | ');
};
const limits = (given) => {
  const schema = resolved(given);
  const source = schema.anyOf ? schema.anyOf.find((part) => part.type !== 'null') || schema : schema;
  const parts = [];
  if (source.minimum !== undefined && source.minimum > -9e15) parts.push(`from ${source.minimum}`);
  if (source.maximum !== undefined && source.maximum < 9e15) parts.push(`to ${source.maximum}`);
  if (source.maxLength) parts.push(`at most ${source.maxLength} characters`);
  if (source.maxItems) parts.push(`at most ${source.maxItems} items`);
  if (source.pattern) parts.push(`pattern ${source.pattern}`);
  return parts.join(', ');
};
/** Makes overflowing elements focusable, so that they can be scrolled by keyboard. */
const rooms = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const isCut = target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight;
    if (isCut) target.tabIndex = 0;
    else target.removeAttribute('tabindex');
  }
});
const propertiesOf = (schema) =>
  (schema.allOf || [schema]).map(resolved).reduce(
    (all, { properties, required }) => ({
      properties: { ...all.properties, ...properties },
      required: [...all.required, ...(required || [])],
    }),
    { properties: {}, required: [] },
  );
const fields = (given) => {
  const schema = propertiesOf(resolved(given));
  const table = element('table');
  const head = table.createTHead().insertRow();
  for (const title of ['Field', 'Type', 'Required', 'Limits', 'Description'])
    head.append(element('th', title));
  const body = table.createTBody();
  for (const [name, field] of Object.entries(schema.properties || {})) {
    const row = body.insertRow();
    row.append(element('td', name, 'name'), element('td', typeOf(field)));
    row.append(
      element('td', (schema.required || []).includes(name) ? 'yes' : ''),
      element('td', limits(field)),
    );
    const about = row.insertCell();
    about.append(...paragraph(resolved(field).description || '').childNodes);
  }
  rooms.observe(table);
  return table;
};
/** Renders text with inline `code`. */
const paragraph = (text) => {
  const node = element('p');
  text.split('`').forEach((part, index) => void node.append(index % 2 === 1 ? element('code', part) : part));
  return node;
};
const SCHEMES = { bearer: 'Bearer token', session: 'The console’s cookie', csrf: 'The console’s CSRF token' };
const introduction = ({ info }) => {
  const part = element('section', undefined, 'introduction');
  part.append(element('h2', 'Authentication'), paragraph(info.description));
  const list = element('dl');
  for (const [name, scheme] of Object.entries(components.securitySchemes)) {
    const about = element('dd');
    about.append(paragraph(scheme.description));
    if (scheme.name)
      about.append(paragraph(`${scheme.in === 'cookie' ? 'Cookie' : 'Header'} \`${scheme.name}\``));
    list.append(element('dt', SCHEMES[name] || name), about);
  }
  part.append(list);
  return part;
};
const draw = (spec) => {
  components = spec.components;
  document.getElementById('version').textContent = `version ${spec.info.version}`;
  const nav = document.getElementById('nav');
  const main = document.getElementById('main');
  main.append(introduction(spec));
  for (const tag of spec.tags) {
    nav.append(element('h2', tag.name));
    main.append(element('h2', tag.name), paragraph(tag.description));
    for (const [address, methods] of [
      ...Object.entries(spec.paths).map(([path, methods]) => [`/api${path}`, methods]),
      ...Object.values(spec.webhooks).map((methods) => ['(the URL that you set)', methods]),
    ]) {
      for (const [method, operation] of Object.entries(methods)) {
        if (!operation.tags.includes(tag.name)) continue;
        const link = element('a', operation.summary);
        link.href = `#${operation.operationId}`;
        nav.append(link);
        main.append(section(method, address, operation));
      }
    }
  }
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
};
const credentialOf = ({ security }) => {
  if (security.length === 0) return 'No credential';
  return security.some((way) => way.csrf)
    ? 'Bearer token (the console: cookie and CSRF token)'
    : 'Bearer token (the console: cookie)';
};
const example = (content) => {
  if (content?.example === undefined) return [];
  const shape = element('pre', JSON.stringify(content.example, null, 2));
  rooms.observe(shape);
  return [element('h4', 'Example'), shape];
};
const section = (method, address, operation) => {
  const part = element('section');
  part.id = operation.operationId;
  part.append(element('h3', operation.summary));
  const line = element('p', undefined, 'path');
  line.append(element('b', method.toUpperCase(), method), element('code', address));
  part.append(line);
  part.append(paragraph(operation.description), element('p', credentialOf(operation), 'note'));
  const parameters = operation.parameters || [];
  if (parameters.length) {
    const properties = Object.fromEntries(
      parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
    );
    const required = parameters.filter((one) => one.required).map((one) => one.name);
    part.append(element('h4', 'Parameters'), fields({ properties, required }));
  }
  for (const [type, content] of Object.entries(operation.requestBody?.content || {})) {
    part.append(element('h4', `Body, ${type}`), fields(content.schema), ...example(content));
  }
  part.append(element('h4', 'Answers'));
  for (const [status, given] of Object.entries(operation.responses)) {
    const answer = resolved(given);
    const content = Object.values(answer.content || {})[0];
    const schema = resolved(content?.schema);
    const details = element('details');
    details.append(element('summary', `${status} ${answer.description}`));
    const shape = element('pre', JSON.stringify(schema, null, 2));
    rooms.observe(shape);
    details.append(shape, ...example(content));
    part.append(details);
  }
  return part;
};
fetch('/api/openapi.json')
  .then((answer) => answer.json())
  .then(draw, () => {
    document.getElementById('main').textContent = 'The API description could not be loaded. Reload the page.';
  });
