// While the service is closed for maintenance (`directory-admin maintenance on`).
import type { NextFunction, Request, Response } from 'express';
import { DomainError } from '../../core/kernel/errors.js';
import { maintenanceNotice } from '../../core/operations/maintenance.js';

/** Still served: health checks, and the assets of the maintenance page. */
const OPEN = /^\/(?:api\/v1\/(?:health|ready)$|assets\/)/;
const RETRY_SECONDS = 120;

/** @throws DomainError unavailable */
export function checkMaintenance(req: Request, _res: Response, next: NextFunction): void {
  const notice = OPEN.test(req.path) ? null : maintenanceNotice();
  if (notice !== null) throw new DomainError('unavailable', notice, { retryAfterSeconds: RETRY_SECONDS });
  next();
}
