"""The MCP server over indexes: on standard input and output, or over HTTP behind keys."""

import anyio
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from serving.http.errors import BusyError, UnauthorizedError, error_json, headers_of, status_of
from serving.http.guard import Guard
from serving.http.site import Site, key_of
from serving.mcp.toolset import KEY, Tools

PATH = "/mcp"
"""Where it is reached over HTTP."""
_ABOUT = (
    "Answers over SEC filings whose every number is traced to a page. Begin with `ask`; look a "
    "citation up with `read_page`; where `ask` abstains, `search_filings` says what is here and "
    "`search_passages` what comes near. Never change a number or fill one in."
)


def make_server(site: Site) -> MCPServer:
    """A server with the tools over a site."""
    indexes = f"Indexes: {', '.join(site.registry)}."
    server = MCPServer("hirec", instructions=f"{_ABOUT} {indexes}", log_level="WARNING")
    for tool in Tools(site).all():
        server.add_tool(tool)
    return server


def run_stdio(site: Site) -> None:
    """Serve whoever started this process, until the input ends; then close the site."""
    try:
        anyio.run(make_server(site).run_stdio_async)
    finally:
        site.close()


def make_http_app(site: Site) -> ASGIApp:
    """The application over HTTP at :data:`PATH`; hosts, sizes, log and metrics as of the API."""
    app = make_server(site).streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        max_request_body_size=site.limits.body_bytes,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )  # the guard around it looks at hosts and origins
    return Guard(_Keyed(app, site), site)


class _Keyed:
    """Lets requests through that have a key, and says which; without keys, all."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self._app = app
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or run the application's life."""
        if scope["type"] == "lifespan":
            try:
                await self._app(scope, receive, send)
            finally:
                self._site.close()
            return
        try:
            scope[KEY] = key_of(self._site, Request(scope))
        except (UnauthorizedError, BusyError) as error:
            refusal = JSONResponse(error_json(error), status_of(error), dict(headers_of(error)))
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)
