// Settings for MCP hosts, ready to paste: shown in the documentation, and with the key itself right after one was
// created.
import { config } from '../../../core/kernel/config.js';

const json = (value: unknown) => JSON.stringify(value, null, 2);

/** By host where its settings belong, and perhaps an address that opens it and adds the server. */
export function hostSettings(key = 'dir_…') {
  const name = config.serviceSlug;
  const url = `${config.publicUrl}/mcp`;
  const oauthUrl = `${url}/oauth`;
  const authorization = `Bearer ${key}`;
  const headers = { Authorization: authorization };
  return [
    {
      name: 'Claude, ChatGPT and other chat applications',
      place:
        'As a custom connector, with this address. The application signs you in by OAuth: no key is needed.',
      code: oauthUrl,
      install: 'https://claude.ai/settings/connectors?modal=add-custom-connector',
    },
    {
      name: 'Claude Code',
      place: 'In a terminal.',
      code: `claude mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${authorization}"`,
    },
    {
      name: 'Cursor',
      place: 'In ~/.cursor/mcp.json, or .cursor/mcp.json of a project.',
      code: json({ mcpServers: { [name]: { url, headers } } }),
      install: `cursor://anysphere.cursor-deeplink/mcp/install?${new URLSearchParams({
        name,
        config: Buffer.from(JSON.stringify({ url, headers })).toString('base64'),
      })}`,
    },
    {
      name: 'VS Code',
      place: 'In .vscode/mcp.json.',
      code: json({ servers: { [name]: { type: 'http', url, headers } } }),
      install: `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url, headers }))}`,
    },
    {
      name: 'Codex',
      place: 'In ~/.codex/config.toml, with the key in the environment as DIRECTORY_KEY.',
      code: `[mcp_servers.${name}]\nurl = "${url}"\nbearer_token_env_var = "DIRECTORY_KEY"\n\n# export DIRECTORY_KEY=${key}`,
    },
    {
      name: 'Goose',
      place:
        'In ~/.config/goose/config.yaml. The link adds the address; the key goes into its request headers.',
      code: `extensions:\n  ${name}:\n    type: streamable_http\n    name: ${name}\n    enabled: true\n    uri: ${url}\n    headers:\n      Authorization: "${authorization}"`,
      install: `goose://extension?${new URLSearchParams({ type: 'streamable_http', url, id: name, name, description: 'A directory of product listings' })}`,
    },
    {
      name: 'Gemini CLI',
      place: 'In a terminal.',
      code: `gemini mcp add --transport http ${name} ${url} \\\n  --header "Authorization: ${authorization}"`,
    },
    {
      name: 'Hosts that only start programs',
      place: 'In their settings, through mcp-remote.',
      code: json({
        mcpServers: {
          [name]: {
            command: 'npx',
            // biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote fills it in
            args: ['-y', 'mcp-remote', url, '--header', 'Authorization:${DIRECTORY_AUTH}'],
            env: { DIRECTORY_AUTH: authorization },
          },
        },
      }),
    },
    {
      name: 'TypeScript SDK',
      place: 'With @modelcontextprotocol/client.',
      code: `import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const client = new Client({ name: 'my-agent', version: '1.0.0' });
await client.connect(
  new StreamableHTTPClientTransport(new URL('${url}'), {
    requestInit: { headers: { Authorization: '${authorization}' } },
  }),
);
const found = await client.callTool({ name: 'search_listings', arguments: { q: 'notes' } });`,
    },
    {
      name: 'Python SDK',
      place: 'With mcp.',
      code: `from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

headers = {"Authorization": "${authorization}"}
async with streamablehttp_client("${url}", headers=headers) as (read, write, _):
    async with ClientSession(read, write) as session:
        await session.initialize()
        found = await session.call_tool("search_listings", {"q": "notes"})`,
    },
  ];
}
