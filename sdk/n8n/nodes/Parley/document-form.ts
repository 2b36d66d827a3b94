import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** The request that adds a document: a form with a file, or JSON for a website. */
export async function documentForm(
  context: IExecuteFunctions,
  item: number,
  { source, file, text, ...fields }: IDataObject,
): Promise<IDataObject | FormData> {
  if (source === 'website') return { ...fields, type: 'website' };
  if (source !== 'file') {
    return form({ ...fields, type: 'txt' }, new Blob([String(text)], { type: 'text/plain' }), 'text.txt');
  }
  const field = String(file);
  const binary = context.helpers.assertBinaryData(item, field);
  const bytes = await context.helpers.getBinaryDataBuffer(item, field);
  const blob = new Blob([bytes], { type: binary.mimeType });
  return form({ ...fields, type: fileType(binary) }, blob, binary.fileName ?? 'file');
}

function form({ name, description, type }: IDataObject, file: Blob, fileName: string): FormData {
  const data = new FormData();
  data.set('name', String(name));
  if (description !== undefined) data.set('description', String(description));
  data.set('type', String(type));
  data.set('file', file, fileName);
  return data;
}

/** The server compares the content with the type. */
function fileType({ fileName = '', fileExtension = '', mimeType }: IBinaryData): 'pdf' | 'docx' | 'txt' {
  const ending = `${fileName}.${fileExtension}`.toLowerCase();
  if (mimeType === 'application/pdf' || ending.endsWith('pdf')) return 'pdf';
  return ending.endsWith('docx') ? 'docx' : 'txt';
}
