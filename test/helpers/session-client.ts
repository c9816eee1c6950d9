// A client of the API that keeps cookies, as a browser does.
import type { Api, ApiAnswer, Json } from './api.js';

export interface SessionClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body?: Json): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
  /** A client with the same cookies, from here on with a jar of its own. */
  copy(): SessionClient;
}

export function sessionClient(api: Api, cookies = new Map<string, string>()): SessionClient {
  const keep = async (sent: (options: { cookie?: string }) => Promise<ApiAnswer>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await sent(cookie ? { cookie } : {});
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (value === '' || /expires=thu, 01 jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    get: (path) => keep((options) => api.get(path, options)),
    post: (path, body = {}) => keep((options) => api.post(path, body, options)),
    delete: (path) => keep((options) => api.delete(path, options)),
    copy: () => sessionClient(api, new Map(cookies)),
  };
}
